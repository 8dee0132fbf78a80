import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Waiter } from '../../../platform/concurrency/worker-thread.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { createReportRenderer } from '../reports/index.ts'
import { readDispute, readShownDispute } from './disputes-queries.ts'
import { evidencePack } from './evidence-pack.ts'
import { readEvidence } from './evidence-queries.ts'

export interface EvidenceOf {
  readonly accountId: string
  readonly id: string
  readonly lang: Lang
  readonly now: Date
  readonly waiter?: Waiter
}

/** The evidence of a dispute as one file for the acquirer. `not_found`, and what the renderer refuses. */
export const evidenceFile = async (
  platform: Platform,
  renderer: ReturnType<typeof createReportRenderer>,
  { accountId, id, lang, now, waiter }: EvidenceOf,
): Promise<{ readonly name: string; readonly pdf: Uint8Array } | Refusal> => {
  const { reportDb } = platform
  const dispute = await readShownDispute(reportDb, accountId, id)
  const [row, event] = dispute
    ? await Promise.all([readEvidence(reportDb, dispute), anyEventRow(reportDb, dispute.event_id)])
    : []
  if (!dispute || !row || !event) return refuse('not_found')
  const organiser = await organiserOf(reportDb, dispute.account_id, lang)
  const seller = organiser
    ? [organiser.vat_name || organiser.name, organiser.vat_number].filter(Boolean).join(' · ')
    : ''
  const pdf = await renderer.run(evidencePack(platform, { dispute, event, row, seller, lang, now }), waiter)
  if (isRefusal(pdf)) return pdf
  return { name: `${translatorFor(lang)('disputes:pack.file', { number: row.number })}.pdf`, pdf }
}

/** The same for the operator, of any account. */
export const evidenceForOperator = async (
  platform: Platform,
  id: string,
  lang: Lang,
): Promise<{ readonly name: string; readonly pdf: Uint8Array } | Refusal> => {
  const dispute = await readDispute(platform.db, id)
  if (!dispute) return refuse('not_found')
  const renderer = createReportRenderer()
  try {
    const of = { accountId: dispute.account_id, id, lang, now: platform.clock() }
    return await evidenceFile(platform, renderer, of)
  } finally {
    await renderer.close()
  }
}
