import { changeForm } from '@kartis/seat-map/commands/corner-commands.ts'
import { changeShape } from '@kartis/seat-map/commands/structure-commands.ts'
import { namedSymbol, SYMBOL_NAMES, withSymbol } from '@kartis/seat-map/editor/symbol-names.ts'
import { type Shape, SYMBOLS, type SymbolName } from '@kartis/seat-map/model/document.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { LineField, NumberField, Pane, Segments } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { SymbolIcon } from './symbol-icon.tsx'

const SHAPES = ['stage', 'wall', 'stairs', 'gate', 'bar', 'text', 'icon'] as const
const FORMS = ['rect', 'ellipse', 'polygon'] as const

/** What the tool of shapes will draw. */
export function ShapeToolPane() {
  const { t } = useTranslation('seat-maps')
  const { settings, change } = useEditor()
  const isSymbol = settings.shape === 'icon'
  return (
    <Pane title={t('tools.shape')}>
      <div className={style.stack}>
        <ShapeKinds value={settings.shape} onChange={(shape) => change({ shape })} />
        {isSymbol && <SymbolChoice value={settings.symbol} onChange={(symbol) => change({ symbol })} />}
        {!isSymbol && settings.shape !== 'text' && <FormChoice forms={FORMS} />}
        <p className={style.tiny}>
          {t(isSymbol ? 'hint.symbol' : settings.form === 'polygon' ? 'hint.corners' : 'hint.shape')}
        </p>
      </div>
    </Pane>
  )
}

/** What the tool of areas will draw. */
export function AreaToolPane() {
  const { t } = useTranslation('seat-maps')
  const { settings } = useEditor()
  return (
    <Pane title={t('tools.area')}>
      <div className={style.stack}>
        <FormChoice forms={['rect', 'polygon']} />
        <p className={style.tiny}>{t(settings.form === 'polygon' ? 'hint.corners' : 'hint.area')}</p>
      </div>
    </Pane>
  )
}

function FormChoice({ forms }: { readonly forms: readonly Shape['form'][] }) {
  const { t } = useTranslation('seat-maps')
  const { settings, change, drawing } = useEditor()
  return (
    <Segments
      label={t('shape.form')}
      value={forms.includes(settings.form) ? settings.form : 'rect'}
      options={forms.map((form) => ({ value: form, label: t(`shape.${form}`) }))}
      onChange={(form) => {
        drawing.clear()
        change({ form })
      }}
    />
  )
}

/** A selected shape. */
export function ShapeCard({ shape }: { readonly shape: Shape }) {
  const { t } = useTranslation('seat-maps')
  const { run } = useEditor()
  const cm = t('units.cm')
  const isSymbol = shape.kind === 'icon'
  const choose = (kind: Shape['kind']): void => {
    if (kind !== 'icon') return run(changeShape(shape.id, { kind }))
    const { text, texts } = namedSymbol(shape.icon ?? 'info')
    run(changeShape(shape.id, { kind, icon: shape.icon ?? 'info', ...(shape.text === '' && { text, texts }) }))
  }
  return (
    <Pane title={t(`shape.${shape.kind}`)}>
      <div className={style.stack}>
        <ShapeKinds value={shape.kind} onChange={choose} />
        {isSymbol && (
          <SymbolChoice
            value={shape.icon ?? 'info'}
            onChange={(symbol) => {
              const { icon, text, texts } = withSymbol(shape, symbol)
              run(changeShape(shape.id, { icon, text, texts }))
            }}
          />
        )}
        <LineField
          label={t(isSymbol ? 'symbol.name' : 'shape.label')}
          value={shape.text}
          maxLength={80}
          onChange={(text) => run(changeShape(shape.id, { text }), 'shape-text')}
        />
        {isSymbol && <p className={style.tiny}>{t('symbol.name_hint')}</p>}
        {shape.kind !== 'text' && !isSymbol && (
          <Segments
            label={t('shape.form')}
            value={shape.form}
            options={FORMS.map((form) => ({ value: form, label: t(`shape.${form}`) }))}
            onChange={(form) => run(changeForm(shape.id, form))}
          />
        )}
        {shape.form !== 'polygon' && (
          <div className={style.two}>
            {(['width', 'height'] as const).map((side, index) => (
              <NumberField
                key={side}
                label={t(`shape.${side}`)}
                unit={cm}
                value={shape.size[index]}
                min={10}
                max={50_000}
                onChange={(value) => {
                  const size: [number, number] = index === 0 ? [value, shape.size[1]] : [shape.size[0], value]
                  run(changeShape(shape.id, { size }), `shape-${side}`)
                }}
              />
            ))}
          </div>
        )}
      </div>
    </Pane>
  )
}

interface ShapeKindsProps {
  readonly value: Shape['kind']
  readonly onChange: (kind: Shape['kind']) => void
}

function ShapeKinds({ value, onChange }: ShapeKindsProps) {
  const { t } = useTranslation('seat-maps')
  return (
    <div className={style.choices} role="group" aria-label={t('shape.kind')}>
      {SHAPES.map((kind) => (
        <button key={kind} type="button" aria-pressed={kind === value} onClick={() => onChange(kind)}>
          {t(`shape.${kind}`)}
        </button>
      ))}
    </div>
  )
}

interface SymbolChoiceProps {
  readonly value: SymbolName
  readonly onChange: (symbol: SymbolName) => void
}

function SymbolChoice({ value, onChange }: SymbolChoiceProps) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  return (
    <div className={style.symbols} role="group" aria-label={t('symbol.choose')}>
      {SYMBOLS.map((symbol) => (
        <button key={symbol} type="button" aria-pressed={symbol === value} onClick={() => onChange(symbol)}>
          <SymbolIcon symbol={symbol} size={22} />
          {SYMBOL_NAMES[symbol][lang]}
        </button>
      ))}
    </div>
  )
}
