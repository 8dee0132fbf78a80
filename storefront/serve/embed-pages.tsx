import type { PublicEvent, PublicEventBrief } from '@kartis/contract/public-events.ts'
import type { SaleReply, SaleRequest } from '../page-types.ts'
import { ExamplePage } from '../pages/embed/example-page.tsx'
import { sayIn } from '../state/catalogues.ts'
import { drawn } from './render.tsx'

/** The event that the address names, else the next one on sale. */
const exampleOf = async (request: SaleRequest): Promise<{ slug: string; name: string } | undefined> => {
  const { event } = request.query
  const answer = await request.api(
    event ? `/public/events/${encodeURIComponent(event)}` : '/public/events?per_page=20&sort=starts_at',
  )
  if (answer.status !== 200) return undefined
  if (event) return (answer.body as { data: PublicEvent }).data
  const { data } = answer.body as { data: PublicEventBrief[] }
  return data.find(({ phase }) => phase === 'on_sale' || phase === 'last_tickets') ?? data[0]
}

/** How an event is embedded: the code, what may be set in it, and the code at work. */
export const embedExamplePage = async (request: SaleRequest): Promise<SaleReply> => {
  const say = sayIn(request.lang)
  const event = await exampleOf(request)
  return drawn(request, {
    kind: 'embed',
    head: { title: `${say('sale.embed.title')} | ${say('sale.site.name')}`, description: say('sale.embed.text') },
    content: <ExamplePage event={event} site={request.publicUrl} />,
    cache: 'shared',
  })
}
