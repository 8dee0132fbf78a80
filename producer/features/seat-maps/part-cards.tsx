import { isBlock } from '@kartis/seat-map/commands/block.ts'
import { changeRows, setAisles } from '@kartis/seat-map/commands/draw-commands.ts'
import { orderFromFocus } from '@kartis/seat-map/commands/order-commands.ts'
import { type Part, selectedParts } from '@kartis/seat-map/commands/parts.ts'
import { changeArea, groupParts } from '@kartis/seat-map/commands/structure-commands.ts'
import { alignParts, bendRows, type Edge } from '@kartis/seat-map/editor/transform-commands.ts'
import type { Area, Row } from '@kartis/seat-map/model/document.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BlockCard } from './block-card.tsx'
import { CornersCard } from './corners-card.tsx'
import { LineField, NumberField, Pane } from './editor-fields.tsx'
import { useEditor, wholeSection } from './editor-state.ts'
import style from './editor.module.css'
import { GroupNumberingCard, NumberingCard } from './numbering-card.tsx'
import { OrderField } from './order-field.tsx'
import { RowNamesCard } from './row-names-card.tsx'
import { same } from './same.ts'
import { SectionCard } from './section-card.tsx'
import { ShapeCard } from './shape-card.tsx'
import { TableCard } from './table-card.tsx'

/** What is selected, with everything that can be changed about it. */
export function PartCards() {
  const { document, selection } = useEditor()
  const parts = selectedParts(document, selection.parts)
  const section = wholeSection(document, selection)
  const [only] = parts
  const rows = parts
    .filter((part): part is Extract<Part, { kind: 'row' }> => part.kind === 'row')
    .map(({ part }) => part)
  const tables = parts
    .filter((part): part is Extract<Part, { kind: 'table' }> => part.kind === 'table')
    .map(({ part }) => part)
  if (!only) return null
  return (
    <>
      {section !== undefined && <BlockCard section={section} />}
      {section === undefined && rows.length > 0 && <RowCard rows={rows} />}
      {rows.length > 1 && !(section !== undefined && isBlock(document, section)) && <RowNamesCard rows={rows} />}
      {tables.length > 0 && <TableCard tables={tables} />}
      {parts.length === 1 && only.kind === 'area' && <AreaCard area={only.part} />}
      {parts.length === 1 && only.kind === 'shape' && <ShapeCard shape={only.part} />}
      <CornersCard />
      {section === undefined
        ? rows.length + tables.length > 0 && <GroupNumberingCard groups={[...rows, ...tables]} />
        : rows.length + tables.length > 0 && <NumberingCard section={section} />}
      {section !== undefined && <SectionCard section={section} />}
      {parts.length > 1 && (section === undefined || tables.length > 1) && (
        <ArrangeCard isWhole={section !== undefined} />
      )}
    </>
  )
}

function RowCard({ rows }: { readonly rows: readonly Row[] }) {
  const { t } = useTranslation('seat-maps')
  const { run } = useEditor()
  const ids = new Set(rows.map(({ id }) => id))
  const [first] = rows
  const cm = t('units.cm')
  const width = rows[0]?.breaks[0]?.[1] ?? 100
  return (
    <Pane
      title={rows.length === 1 ? t('row.title', { label: first?.label ?? '' }) : t('row.many', { count: rows.length })}
    >
      <div className={style.stack}>
        <div className={style.two}>
          <NumberField
            label={t('block.seats')}
            value={same(rows.map(({ count }) => count))}
            min={1}
            max={400}
            onChange={(count) => run(changeRows(ids, { count }), 'row-count')}
          />
          <NumberField
            label={t('block.gap')}
            unit={cm}
            value={same(rows.map(({ gap }) => gap))}
            min={30}
            max={500}
            onChange={(gap) => run(changeRows(ids, { gap }), 'row-gap')}
          />
          <NumberField
            label={t('block.aisle')}
            // Several aisles are no one number.
            value={
              rows.some(({ breaks }) => breaks.length > 1)
                ? undefined
                : same(rows.map(({ breaks }) => breaks[0]?.[0] ?? 0))
            }
            min={0}
            max={399}
            onChange={(after) => run(setAisles(ids, after === 0 ? [] : [after], width), 'row-aisle')}
          />
          <NumberField
            label={t('row.bend')}
            unit={t('units.degrees')}
            value={same(rows.map(({ bend }) => bend))}
            min={-180}
            max={180}
            onChange={(bend) => run(bendRows(ids, bend), 'row-bend')}
          />
          {rows.length === 1 && (
            <LineField
              label={t('row.label')}
              value={first?.label ?? ''}
              maxLength={12}
              onChange={(label) => run(changeRows(ids, { label }), 'row-label')}
            />
          )}
        </div>
        {rows.length === 1 && first && <OrderField list="rows" id={first.id} />}
        {rows.length > 1 && (
          <Button look="line" onClick={() => run(orderFromFocus(ids))}>
            {t('order.from_focus')}
          </Button>
        )}
      </div>
    </Pane>
  )
}

function AreaCard({ area }: { readonly area: Area }) {
  const { t } = useTranslation('seat-maps')
  const { run } = useEditor()
  return (
    <Pane title={<UserText>{area.name}</UserText>}>
      <div className={style.two}>
        <NumberField
          label={t('area.capacity')}
          value={area.capacity}
          min={0}
          max={1_000_000}
          onChange={(capacity) => run(changeArea(area.id, { capacity }), 'capacity')}
        />
      </div>
    </Pane>
  )
}

const EDGES: readonly (readonly [Edge, typeof IconLayoutAlignLeft])[] = [
  ['right', IconLayoutAlignRight],
  ['middle', IconLayoutAlignCenter],
  ['left', IconLayoutAlignLeft],
  ['top', IconLayoutAlignTop],
  ['centre', IconLayoutAlignMiddle],
  ['bottom', IconLayoutAlignBottom],
]

/** `isWhole`: a section of tables, which has no block to be shaped by. */
function ArrangeCard({ isWhole }: { readonly isWhole: boolean }) {
  const { t } = useTranslation('seat-maps')
  const { run, selection, document } = useEditor()
  const isGroup = !isWhole && [...document.rows, ...document.tables].some(({ id }) => selection.parts.has(id))
  return (
    <Pane title={t('arrange.title')}>
      <div className={style.stack}>
        <div className={style.alignments}>
          {EDGES.map(([edge, Icon]) => (
            <IconButton
              key={edge}
              bare
              label={t(`arrange.${edge}`)}
              onClick={() => run(alignParts(selection.parts, edge))}
            >
              <Icon size={20} stroke={1.75} aria-hidden />
            </IconButton>
          ))}
        </div>
        {isGroup && (
          <Button look="line" onClick={() => run(groupParts(selection.parts, t('names.section')))}>
            {t('arrange.group')}
          </Button>
        )}
      </div>
    </Pane>
  )
}
