import * as contract from '@kartis/contract/disputes.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { download } from '../../../platform/http/download.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { createReportRenderer } from '../reports/index.ts'
import { readShownDispute } from './disputes-queries.ts'
import { evidencePack } from './evidence-pack.ts'
import { readEvidence } from './evidence-queries.ts'

/** The evidence of a dispute as one file for the acquirer. */
export const evidenceRoutes = (app: App): void => {
  const renderer = createReportRenderer()
  app.addHook('onClose', () => renderer.close())

  route(app, contract.disputeEvidence, async ({ params, query, actor, now, platform }) => {
    const { reportDb } = platform
    const dispute = await readShownDispute(reportDb, actor.account.id, params.uuid)
    const [row, event] = dispute
      ? await Promise.all([readEvidence(reportDb, dispute), anyEventRow(reportDb, dispute.event_id)])
      : []
    if (!dispute || !row || !event) return refuse('not_found')
    const lang = query.lang
    const organiser = await organiserOf(reportDb, dispute.account_id, lang)
    const seller = organiser
      ? [organiser.vat_name || organiser.name, organiser.vat_number].filter(Boolean).join(' · ')
      : ''
    const pdf = await renderer.run(evidencePack(platform, { dispute, event, row, seller, lang, now }))
    if (isRefusal(pdf)) return pdf
    const name = translatorFor(lang)('disputes:pack.file', { number: row.number })
    return download({ name: `${name}.pdf`, type: 'application/pdf' }, pdf)
  })
}
