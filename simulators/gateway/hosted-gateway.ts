import type { Selectable } from 'kysely'
import type { SandboxTables } from './tables.ts'
import type { TransactionRow } from './transactions.ts'

/** What a page was opened with, in our names; addresses that the simulator may not reach never get here. */
export interface PageParams {
  /** The shop's own id. */
  readonly reference: string
  readonly success: string
  readonly fail: string
  readonly notify: string
  readonly lang: string
  readonly description: string
  readonly maxPayments: number
  readonly bit: boolean
}

export type PageRow = Omit<Selectable<SandboxTables['sandbox_pages']>, 'params'> & { readonly params: PageParams }

/** How a gateway that keeps its pages under an id speaks to the shop about a charge. */
export interface HostedGateway {
  readonly name: string
  readonly webhook: (
    page: PageRow,
    charge: TransactionRow,
  ) => { readonly body: string; readonly headers: Readonly<Record<string, string>> }
  /** Where the browser goes back to. */
  readonly returnTo: (page: PageRow, charge: TransactionRow) => string
}
