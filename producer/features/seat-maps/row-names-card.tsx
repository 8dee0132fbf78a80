import {
  nameRows,
  namesOf,
  type NamingAcross,
  namingOfRows,
  ROW_SCHEMES,
  type RowNaming,
} from '@kartis/seat-map/commands/row-naming.ts'
import type { Row } from '@kartis/seat-map/model/document.ts'
import { commaText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { NumberField, Pane, Segments } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { SCHEME_SAMPLES } from './scheme-samples.ts'

const USUAL: RowNaming = { scheme: 'א', first: 1 }
/** Names of the preview, on each side of what is left out. */
const SHOWN = 3

interface RowNamesFieldsProps {
  /** Undefined: the names follow no scheme. */
  readonly naming: RowNaming | undefined
  /** How many rows there are. */
  readonly count: number
  readonly onChange: (naming: RowNaming, field: string) => void
  /** The scheme alone, on a phone. */
  readonly short?: boolean
}

/** How rows are named, of a block as of any rows: letters or numbers, from which one on, by which step, from which side. */
export function RowNamesFields({ naming, count, onChange, short = false }: RowNamesFieldsProps) {
  const { t } = useTranslation('seat-maps')
  const lang = useLang()
  const change = (next: Partial<RowNaming>, field: string): void => onChange({ ...USUAL, ...naming, ...next }, field)
  const names = naming ? namesOf(naming, count) : []
  const isCut = names.length > SHOWN * 2
  const preview = isCut ? [...names.slice(0, SHOWN), '…', ...names.slice(-SHOWN)] : names
  return (
    <>
      <Segments
        label={t('block.row_names')}
        value={naming?.scheme}
        options={ROW_SCHEMES.map((scheme) => ({ value: scheme, label: <bdi>{SCHEME_SAMPLES[scheme]}</bdi> }))}
        onChange={(scheme) => change({ scheme }, 'scheme')}
      />
      {!short && (
        <>
          <div className={style.two}>
            <NumberField
              label={t('rows.first')}
              value={naming?.first}
              min={1}
              max={999}
              onChange={(first) => change({ first }, 'first')}
            />
            <NumberField
              label={t('rows.step')}
              value={naming ? (naming.step ?? 1) : undefined}
              min={1}
              max={50}
              onChange={(step) => change({ step }, 'step')}
            />
          </div>
          <Segments
            label={t('rows.from')}
            value={naming ? (naming.from ?? 'front') : undefined}
            options={(['front', 'back'] as const).map((from) => ({ value: from, label: t(`rows.${from}`) }))}
            onChange={(from) => change({ from }, 'from')}
          />
          <p className={style.tiny}>
            {naming ? (
              <>
                {t('rows.preview')} <bdi>{commaText(preview, lang)}</bdi>
              </>
            ) : (
              t('rows.none')
            )}
          </p>
        </>
      )}
    </>
  )
}

/** Names selected rows together, whatever sections and blocks they belong to: one step. */
export function RowNamesCard({ rows }: { readonly rows: readonly Row[] }) {
  const { t } = useTranslation('seat-maps')
  const { document, run } = useEditor()
  const ids = new Set(rows.map(({ id }) => id))
  const { naming, across, sections } = namingOfRows(document, ids)
  const most = Math.max(...[...Map.groupBy(rows, ({ section }) => section).values()].map(({ length }) => length))
  return (
    <Pane title={t('rows.title')}>
      <div className={style.stack}>
        <RowNamesFields
          naming={naming}
          count={across === 'on' ? rows.length : most}
          onChange={(next, field) => run(nameRows(ids, next, across), `row-names-${field}`)}
        />
        {sections > 1 && (
          <Segments<NamingAcross>
            label={t('rows.across')}
            value={across}
            options={(['each', 'on'] as const).map((value) => ({ value, label: t(`rows.across_${value}`) }))}
            onChange={(value) => run(nameRows(ids, naming ?? USUAL, value))}
          />
        )}
      </div>
    </Pane>
  )
}
