import type { Shift, ShiftReport } from '@kartis/contract/registers.ts'
import { type Agorot, toShekels } from '@kartis/domain/money.ts'
import { personName } from '@kartis/domain/person-name.ts'
import type { ShiftFigures } from './tables.ts'
import type { ShiftRow } from './shifts-queries.ts'

type Drawer = Pick<ShiftRow, 'opening_cash' | 'counted_cash' | 'closed_at'>

/** Cash that must be in the drawer (agorot): the float, plus cash sales, less what was handed back from it. */
export const expectedCash = (openingCash: Agorot, figures: ShiftFigures): Agorot =>
  figures.methods
    .filter(({ method }) => method === 'cash')
    .reduce((sum, { sales, refunds }) => sum + sales.total - refunds.total, openingCash)

const line = ({ count, total }: { count: number; total: Agorot }) => ({ count, total: toShekels(total) })

export const viewReport = (shift: Drawer, figures: ShiftFigures): ShiftReport => {
  const expected = expectedCash(shift.opening_cash, figures)
  const counted = shift.counted_cash
  return {
    kind: shift.closed_at ? 'z' : 'x',
    sales: line(figures.sales),
    tickets_count: figures.tickets,
    free_count: figures.free,
    methods: figures.methods.map(({ method, sales, refunds }) => ({
      method,
      sales: line(sales),
      refunds: line(refunds),
      net: toShekels(sales.total - refunds.total),
    })),
    types: figures.types.map((type) => ({
      event_name: type.event,
      name: type.name,
      count: type.count,
      total: toShekels(type.total),
    })),
    opening_cash: toShekels(shift.opening_cash),
    expected_cash: toShekels(expected),
    counted_cash: counted === null ? null : toShekels(counted),
    difference: counted === null ? null : toShekels(counted - expected),
  }
}

/** A closed shift shows its frozen Z report; an open one its X report where `figures` are given. */
export const viewShift = (row: ShiftRow, figures?: ShiftFigures): Shift => {
  const shown = row.report ?? figures
  return {
    uuid: row.id,
    number: row.number,
    device: { uuid: row.register_id, label: row.label, branch: row.branch },
    opened_at: row.opened_at.toISOString(),
    opened_by: personName(row.opener),
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_by: personName(row.closer),
    note: row.note,
    opening_cash: toShekels(row.opening_cash),
    ...(shown && { report: viewReport(row, shown) }),
  }
}
