import { outlineByHand } from '@kartis/seat-map/commands/corner-commands.ts'
import { changeRows, changeTable, setAisles } from '@kartis/seat-map/commands/draw-commands.ts'
import { type Part, selectedParts } from '@kartis/seat-map/commands/parts.ts'
import { changeArea, changeSection, groupParts } from '@kartis/seat-map/commands/structure-commands.ts'
import { alignParts, bendRows, type Edge } from '@kartis/seat-map/editor/transform-commands.ts'
import type { Area, Row, Table } from '@kartis/seat-map/model/document.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconPolygon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BlockCard } from './block-card.tsx'
import { CornersCard } from './corners-card.tsx'
import { LineField, NumberField, Pane, Segments } from './editor-fields.tsx'
import { useEditor, wholeSection } from './editor-state.ts'
import style from './editor.module.css'
import { NumberingCard } from './numbering-card.tsx'
import { ShapeCard } from './shape-card.tsx'
import { ViewField } from './view-field.tsx'

const same = <V,>(values: readonly V[]): V | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

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
      {tables.length > 0 && <TableCard tables={tables} />}
      {parts.length === 1 && only.kind === 'area' && <AreaCard area={only.part} />}
      {parts.length === 1 && only.kind === 'shape' && <ShapeCard shape={only.part} />}
      <CornersCard />
      {section !== undefined && rows.length > 0 && <NumberingCard section={section} />}
      {section !== undefined && <SectionCard section={section} />}
      {parts.length > 1 && section === undefined && <ArrangeCard />}
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
          value={same(rows.map(({ breaks }) => (breaks.length > 1 ? -1 : (breaks[0]?.[0] ?? 0))))}
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
    </Pane>
  )
}

function TableCard({ tables }: { readonly tables: readonly Table[] }) {
  const { t } = useTranslation('seat-maps')
  const { run, change, settings } = useEditor()
  const ids = new Set(tables.map(({ id }) => id))
  const [first] = tables
  const apply = (next: Partial<Pick<Table, 'count' | 'shape' | 'sold'>>, field: string) => {
    change({ table: { ...settings.table, ...next } })
    run(changeTable(ids, next), field)
  }
  return (
    <Pane
      title={
        tables.length === 1
          ? t('table.title', { label: first?.label ?? '' })
          : t('table.many', { count: tables.length })
      }
    >
      <div className={style.stack}>
        <div className={style.two}>
          <NumberField
            label={t('table.seats')}
            value={same(tables.map(({ count }) => count))}
            min={1}
            max={60}
            onChange={(count) => apply({ count }, 'table-count')}
          />
          {tables.length === 1 && (
            <LineField
              label={t('table.label')}
              value={first?.label ?? ''}
              maxLength={12}
              onChange={(label) => run(changeTable(ids, { label }), 'table-label')}
            />
          )}
        </div>
        <Segments
          label={t('table.shape')}
          value={same(tables.map(({ shape }) => shape))}
          options={(['round', 'rect'] as const).map((shape) => ({ value: shape, label: t(`table.${shape}`) }))}
          onChange={(shape) => apply({ shape }, 'table-shape')}
        />
        <Segments
          label={t('table.sold')}
          value={same(tables.map(({ sold }) => sold))}
          options={(['seats', 'whole'] as const).map((sold) => ({ value: sold, label: t(`table.sold_${sold}`) }))}
          onChange={(sold) => apply({ sold }, 'table-sold')}
        />
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

function SectionCard({ section: id }: { readonly section: string }) {
  const { t } = useTranslation('seat-maps')
  const { document, run, outlined, setOutlined } = useEditor()
  const section = document.sections.find((each) => each.id === id)
  if (!section) return null
  return (
    <Pane title={t('section.title')}>
      <div className={style.stack}>
        <LineField
          label={t('section.name')}
          value={section.name}
          maxLength={60}
          required
          onChange={(name) => run(changeSection(id, { name }), 'section-name')}
        />
        <div className={style.two}>
          <LineField
            label={t('section.gate')}
            value={section.gate ?? ''}
            maxLength={30}
            onChange={(gate) => run(changeSection(id, { gate }), 'section-gate')}
          />
          <LineField
            label={t('section.short')}
            value={section.short}
            maxLength={8}
            onChange={(short) => run(changeSection(id, { short }), 'section-short')}
          />
        </div>
        {document.floors.length > 1 && (
          <label className={style.miniField}>
            <span>{t('section.floor')}</span>
            <span className={style.numberBox}>
              <select value={section.floor} onChange={({ target }) => run(changeSection(id, { floor: target.value }))}>
                {document.floors.map((floor) => (
                  <option key={floor.id} value={floor.id}>
                    {floor.name}
                  </option>
                ))}
              </select>
            </span>
          </label>
        )}
        {section.kind !== 'area' && outlined?.id !== id && (
          <Button
            look="line"
            icon={<IconPolygon size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              run(outlineByHand(id))
              setOutlined({ id, corner: 0 })
            }}
          >
            {t('corners.outline')}
          </Button>
        )}
        <ViewField section={section} />
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

function ArrangeCard() {
  const { t } = useTranslation('seat-maps')
  const { run, selection, document } = useEditor()
  const isGroup = [...document.rows, ...document.tables].some(({ id }) => selection.parts.has(id))
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
