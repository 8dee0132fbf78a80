import type { Plugin } from '../../../platform/http/route.ts'
import { createReportRenderer } from '../reports/index.ts'
import { ALLOCATE_JOB, allocatePending } from './allocate.ts'
import { issueAllDue, issueDueOf, TOGETHER } from './issue-due.ts'
import { documentRoutes } from './routes.ts'
import { signatureOf } from './sign-pdf.ts'
import { taxAuthority } from './tax-authority.ts'

export { type AllocationRow, findDocument, readOpenAllocations } from './allocation-queries.ts'
export { type AllocationNote, keepEmergencyNumbers, noteAllocation } from './decide-allocation.ts'
export { type DocumentRow, listDocuments } from './documents-queries.ts'
export { issueAllDue, issueDueOf, issuerOf } from './issue-due.ts'
export { uniformExport } from './uniform-export.ts'
export { printDocument, type PrintedFile } from './print-document.ts'
export { CertificateError } from './sign-pdf.ts'

const ACCOUNT_JOB = 'documents.issue'

/** Tax documents of the installation to its producers about its fees. */
export const plugin: Plugin = async (app, platform) => {
  const renderer = createReportRenderer()
  try {
    signatureOf(platform)
  } catch (err) {
    // Selling goes on; whoever prints a document is refused with the same message.
    platform.log.error({ err }, 'tax documents cannot be signed')
  }
  app.addHook('onClose', () => renderer.close())
  documentRoutes(app, renderer)
  platform.jobs.defineBatch<{ accountId: string }>(
    ACCOUNT_JOB,
    async (jobs) => {
      const { failed } = await issueDueOf(platform, [...new Set(jobs.map(({ data }) => data.accountId))])
      return jobs.map(({ id, data: { accountId } }) =>
        failed.has(accountId)
          ? { id, ok: false as const, error: String(failed.get(accountId)) }
          : { id, ok: true as const },
      )
    },
    { retries: 8, batch: TOGETHER },
  )
  platform.domainEvents.subscribe({
    name: 'documents.due',
    types: ['statement.made', 'fee.paid'],
    handle: async (tx, events) => {
      // Where an issuer is named in part, the hourly job finds these once it is named.
      if (!platform.settings.documents.issuer) return
      const accountIds = [...new Set(events.flatMap(({ accountId }) => accountId ?? []))]
      await platform.jobs.enqueueMany(
        tx,
        ACCOUNT_JOB,
        accountIds.map((accountId) => ({ accountId })),
      )
    },
  })
  // What was made before the installation named its issuer, and what a dead job left.
  platform.jobs.cron('documents.issue_all', '35 * * * *', () => issueAllDue(platform))

  const { taxAuthority: access } = platform.settings.documents
  if (!access) return
  const authority = taxAuthority(access, () => platform.clock())
  const allocate = (): Promise<number> => allocatePending(platform, authority)
  platform.jobs.define(ALLOCATE_JOB, allocate, { unique: true, expire: 1800 })
  // Repeats what the Tax Authority did not answer.
  platform.jobs.cron('documents.allocate_again', '*/10 * * * *', allocate)
}
