import * as contract from '@kartis/contract/disputes.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { download } from '../../../platform/http/download.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { createReportRenderer } from '../reports/index.ts'
import { evidenceFile } from './evidence-file.ts'

/** The evidence of a dispute as one file for the acquirer. */
export const evidenceRoutes = (app: App): void => {
  const renderer = createReportRenderer()
  app.addHook('onClose', () => renderer.close())

  route(app, contract.disputeEvidence, async ({ params, query: { lang }, actor, now, platform }) => {
    const file = await evidenceFile(platform, renderer, { accountId: actor.account.id, id: params.uuid, lang, now })
    return isRefusal(file) ? file : download({ name: file.name, type: 'application/pdf' }, file.pdf)
  })
}
