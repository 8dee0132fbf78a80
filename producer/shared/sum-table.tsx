import { UserText } from '@kartis/ui/components/user-text.tsx'
import type { ReactNode } from 'react'
import style from './sum-table.module.css'

export interface SumTableRow {
  readonly key: string
  readonly cells: readonly ReactNode[]
  /** A sum of the rows below it that are its parts. */
  readonly strong?: boolean
  /** A part of the row above it. */
  readonly part?: boolean
}

export interface SumTableProps {
  /** The first column holds row names, the others figures. */
  readonly columns: readonly string[]
  readonly rows: readonly SumTableRow[]
  readonly total: readonly ReactNode[]
  /** Different labels for cells of the total, e.g. an average rate. */
  readonly totalLabels?: readonly (string | undefined)[]
}

/** A table of amounts; on a phone each row is a name with labelled figures. */
export function SumTable({ columns, rows, total, totalLabels = [] }: SumTableProps) {
  return (
    <table className={style.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, ...role }) => (
          <Cells key={key} cells={cells} labels={columns} {...role} />
        ))}
      </tbody>
      <tfoot>
        <Cells cells={total} labels={columns.map((column, index) => totalLabels[index] ?? column)} />
      </tfoot>
    </table>
  )
}

interface CellsProps {
  readonly cells: readonly ReactNode[]
  readonly labels: readonly string[]
  readonly strong?: boolean
  readonly part?: boolean
}

function Cells({ cells, labels, strong = false, part = false }: CellsProps) {
  const [name, ...figures] = cells
  return (
    <tr data-strong={strong || undefined} data-part={part || undefined}>
      <th scope="row">
        <UserText>{name}</UserText>
      </th>
      {figures.map((figure, index) => (
        <td key={labels[index + 1]}>
          {figure !== '' && (
            <span className={style.label} aria-hidden>
              {labels[index + 1]}
            </span>
          )}
          {figure}
        </td>
      ))}
    </tr>
  )
}
