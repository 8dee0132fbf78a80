import { isBlock } from '@kartis/seat-map/commands/block.ts'
import { numberGroups, numberSections } from '@kartis/seat-map/commands/place-commands.ts'
import type { Numbering, Row, Table } from '@kartis/seat-map/model/document.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LineField, NumberField, Pane, Segments } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { same } from './same.ts'
import { SCHEME_SAMPLES } from './scheme-samples.ts'

const PARITIES = ['1', 'odd', 'even', 'odd_even'] as const
const LETTERS = ['א', 'אב', 'A'] as const
/** Places of the strip. */
const SHOWN = 12

/** How the places of a section are numbered, with real numbers as the audience sees them. */
export function NumberingCard({ section }: { readonly section: string }) {
  const { document, run, scene } = useEditor()
  const owner = document.sections.find(({ id }) => id === section)
  if (!owner) return null
  const row = scene.map.rows.find((each) => scene.map.sections[each.section]?.id === section && each.end > each.first)
  return (
    <NumberingPane
      numbering={owner.numbering}
      skip={owner.numbering.skip}
      hasSide={!isBlock(document, section)}
      row={row}
      apply={(change, field) => run(numberSections(new Set([section]), change), field)}
    />
  )
}

/** How the places of selected rows and tables are numbered, where that is not as in the rest of their section. */
export function GroupNumberingCard({ groups }: { readonly groups: readonly (Row | Table)[] }) {
  const { t } = useTranslation('seat-maps')
  const { document, run, scene } = useEditor()
  const ids = new Set(groups.map(({ id }) => id))
  const sections = new Map(document.sections.map(({ id, numbering }) => [id, numbering]))
  const numberings = groups.map(({ section, numbering }) => ({ ...sections.get(section), ...numbering }))
  const [first] = numberings
  const isOwn = groups.some(({ numbering }) => Object.keys(numbering).length > 0)
  const row = scene.map.rows.find(({ id, first: from, end }) => ids.has(id) && end > from)
  return (
    <NumberingPane
      numbering={{
        scheme: same(numberings.map(({ scheme }) => scheme)),
        first: same(numberings.map((each) => each.first)),
        step: same(numberings.map(({ step }) => step)),
        from: same(numberings.map(({ from }) => from)),
      }}
      skip={first?.skip ?? []}
      hasSide
      row={row}
      apply={(change, field) => run(numberGroups(ids, change), field && `${field}-rows`)}
    >
      {isOwn ? (
        <Button look="line" onClick={() => run(numberGroups(ids, null))}>
          {t('numbering.as_section')}
        </Button>
      ) : (
        <p className={style.tiny}>{t('numbering.is_section')}</p>
      )}
    </NumberingPane>
  )
}

interface NumberingPaneProps {
  /** What all have in common; undefined: they differ. */
  readonly numbering: { readonly [F in 'scheme' | 'first' | 'step' | 'from']: Numbering[F] | undefined }
  readonly skip: readonly string[]
  readonly hasSide: boolean
  /** Whose numbers are shown. */
  readonly row: { readonly first: number; readonly end: number } | undefined
  readonly apply: (change: Partial<Numbering>, field?: string) => void
  readonly children?: ReactNode
}

function NumberingPane({ numbering, skip, hasSide, row, apply, children }: NumberingPaneProps) {
  const { t } = useTranslation('seat-maps')
  const { scene } = useEditor()
  const places = row ? Array.from({ length: row.end - row.first }, (_, index) => row.first + index) : []
  const isCut = places.length > SHOWN
  const strip = isCut ? [...places.slice(0, SHOWN / 2), -1, ...places.slice(-SHOWN / 2)] : places
  return (
    <Pane title={t('numbering.title')}>
      <div className={style.stack}>
        <Segments
          label={t('numbering.parity')}
          value={PARITIES.find((parity) => parity === numbering.scheme)}
          options={PARITIES.map((scheme) => ({
            value: scheme,
            label: t(`scheme.seats.${scheme === '1' ? 'all' : scheme}`),
          }))}
          onChange={(scheme) => apply({ scheme })}
        />
        <Segments
          label={t('numbering.letters')}
          value={LETTERS.find((letters) => letters === numbering.scheme)}
          options={LETTERS.map((scheme) => ({ value: scheme, label: <bdi>{SCHEME_SAMPLES[scheme]}</bdi> }))}
          onChange={(scheme) => apply({ scheme })}
        />
        <div className={style.two}>
          <NumberField
            label={t('numbering.first')}
            value={numbering.first}
            min={0}
            max={9999}
            onChange={(first) => apply({ first }, 'first')}
          />
          <NumberField
            label={t('numbering.step')}
            value={numbering.step}
            min={1}
            max={9}
            onChange={(step) => apply({ step }, 'step')}
          />
        </div>
        <LineField
          label={t('numbering.skip')}
          value={skip.join(', ')}
          maxLength={60}
          placeholder="13"
          onChange={(text) =>
            apply(
              { skip: [...new Set(text.split(/[\s,;]+/u).filter((each) => each !== '' && each.length <= 8))] },
              'skip',
            )
          }
        />
        {hasSide && (
          <Segments
            label={t('numbering.from')}
            value={numbering.from}
            options={(['right', 'middle', 'left'] as const).map((from) => ({
              value: from,
              label: t(`numbering.${from}`),
            }))}
            onChange={(from) => apply({ from })}
          />
        )}
        <div className={style.strip} role="img" aria-label={t('numbering.strip')}>
          <div>
            {strip.map((place, index) =>
              place < 0 ? (
                <em key="cut">…</em>
              ) : (
                <i
                  key={place}
                  data-gap={
                    (index > 0 && (strip[index - 1] ?? -1) >= 0 && scene.map.run[place] !== scene.map.run[place - 1]) ||
                    undefined
                  }
                >
                  {scene.map.labels[place]}
                </i>
              ),
            )}
          </div>
          <em>{t('numbering.left')}</em>
          <em>{t('numbering.right')}</em>
        </div>
        {children}
      </div>
    </Pane>
  )
}
