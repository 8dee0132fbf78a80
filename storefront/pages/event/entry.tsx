import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import type { EventView } from '../../state/event-state.ts'
import { ABOUT_ID } from './about.tsx'
import { EventPage } from './event-page.tsx'

/** The description is long and already in the HTML: the state omits it, and hydration reads it from there. */
const withAbout = (event: EventView): EventView => ({
  ...event,
  about: event.about || document.getElementById(ABOUT_ID)?.innerHTML || '',
})

hydratePage<EventView>((event, onLang) => <EventPage event={event} onLang={onLang} />, withAbout)
