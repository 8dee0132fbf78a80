import {
  changeTable,
  resizeTables,
  setTableSides,
  type Sides,
  sidesOf,
} from '@kartis/seat-map/commands/draw-commands.ts'
import { LIMITS, type Table } from '@kartis/seat-map/model/document.ts'
import { useTranslation } from 'react-i18next'
import { LineField, NumberField, Pane, Segments } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { OrderField } from './order-field.tsx'
import { same } from './same.ts'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** Selected tables. */
export function TableCard({ tables }: { readonly tables: readonly Table[] }) {
  const { t } = useTranslation('seat-maps')
  const { run, change, settings } = useEditor()
  const ids = new Set(tables.map(({ id }) => id))
  const [first] = tables
  const cm = t('units.cm')
  const shape = same(tables.map((table) => table.shape))
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
            max={LIMITS.tablePlaces}
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
          value={shape}
          options={(['round', 'rect'] as const).map((value) => ({ value, label: t(`table.${value}`) }))}
          onChange={(value) => apply({ shape: value }, 'table-shape')}
        />
        {shape === 'rect' && <SidesField tables={tables} />}
        <div className={style.two}>
          {(['width', 'height'] as const).slice(0, shape === 'round' ? 1 : 2).map((side, index) => (
            <NumberField
              key={side}
              label={t(shape === 'round' ? 'table.diameter' : `shape.${side}`)}
              unit={cm}
              value={same(tables.map(({ size }) => size[index]))}
              min={10}
              max={5000}
              onChange={(value) => {
                const [width, height] = first?.size ?? [value, value]
                const size: Table['size'] =
                  shape === 'round' ? [value, value] : index === 0 ? [value, height] : [width, value]
                run(resizeTables(ids, size), `table-${side}`)
              }}
            />
          ))}
        </div>
        <Segments
          label={t('table.sold')}
          value={same(tables.map(({ sold }) => sold))}
          options={(['seats', 'whole'] as const).map((sold) => ({ value: sold, label: t(`table.sold_${sold}`) }))}
          onChange={(sold) => apply({ sold }, 'table-sold')}
        />
        {tables.length === 1 && first && <OrderField list="tables" id={first.id} />}
      </div>
    </Pane>
  )
}

/** How many seats each side of a rectangular table has, laid out as the table is. */
function SidesField({ tables }: { readonly tables: readonly Table[] }) {
  const { t } = useTranslation('seat-maps')
  const { run } = useEditor()
  const ids = new Set(tables.map(({ id }) => id))
  const [first] = tables
  if (!first) return null
  const shown = sidesOf(first)
  return (
    <fieldset className={style.sides}>
      <legend>{t('table.sides')}</legend>
      {SIDES.map((side, index) => (
        <div key={side} data-side={side}>
          <NumberField
            label={t(`table.side_${side}`)}
            value={same(tables.map((table) => sidesOf(table)[index]))}
            min={0}
            max={LIMITS.tablePlaces}
            onChange={(count) => {
              const sides = shown.map((before, each) => (each === index ? count : before)) as Sides
              run(setTableSides(ids, sides), `table-side-${side}`)
            }}
          />
        </div>
      ))}
      <span className={style.sidesTable} aria-hidden />
    </fieldset>
  )
}
