import * as contract from '@kartis/contract/disputes.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { waiterOf } from '../../../platform/http/costly-calls.ts'
import { download } from '../../../platform/http/download.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { createReportRenderer } from '../reports/index.ts'
import { evidenceFile } from './evidence-file.ts'

/** The evidence of a dispute as one file for the acquirer. */
export const evidenceRoutes = (app: App): void => {
  const renderer = createReportRenderer()
  app.addHook('onClose', () => renderer.close())

  route(app, contract.disputeEvidence, async ({ params, query: { lang }, actor, now, platform, reply }) => {
    const waiter = waiterOf({ actor, reply })
    const of = { accountId: actor.account.id, id: params.uuid, lang, now, waiter }
    const file = await evidenceFile(platform, renderer, of)
    return isRefusal(file) ? file : download({ name: file.name, type: 'application/pdf' }, file.pdf)
  })
}
