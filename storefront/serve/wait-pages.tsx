import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { WaitPage } from '../pages/wait/wait-page.tsx'
import { sayIn } from '../state/catalogues.ts'
import { waitView } from '../state/wait-state.ts'
import { broken, drawn } from './render.tsx'
import { lostPage } from './plain-pages.tsx'

/** The waiting room of an event: the same for everybody until its script wakes up. */
export const waitPage = async (request: SaleRequest, key: string): Promise<SaleReply> => {
  const answer = await request.api(`/public/events/${encodeURIComponent(key)}`)
  if (answer.status === 404 || answer.status === 422) return lostPage(request)
  if (answer.status !== 200) throw broken('the event', answer.status)
  const view = waitView((answer.body as { data: PublicEvent }).data, request.lang)
  return drawn(request, {
    kind: 'wait',
    head: { title: `${sayIn(request.lang)('wait.page_title')} | ${view.name}` },
    content: <WaitPage event={view} />,
    cache: 'shared',
    live: { view, words: ['wait'] },
  })
}
