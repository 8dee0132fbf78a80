import type { Plugin } from '../../../platform/http/route.ts'
import { issueAllDue, issueDue, issuerOf } from './issue-due.ts'

export { type DocumentRow, listDocuments } from './documents-queries.ts'
export { issueAllDue, issuerOf } from './issue-due.ts'

const ACCOUNT_JOB = 'documents.issue'

/** Tax documents of the installation to its producers about its fees. */
export const plugin: Plugin = async (_app, platform) => {
  platform.jobs.define<{ accountId: string }>(ACCOUNT_JOB, ({ accountId }) => issueDue(platform, accountId), {
    retries: 8,
  })
  platform.domainEvents.subscribe({
    name: 'documents.due',
    types: ['statement.made', 'fee.paid'],
    handle: async (tx, events) => {
      if (!issuerOf(platform)) return
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
}
