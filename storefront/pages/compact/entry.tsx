import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import type { EventView } from '../../state/event-state.ts'
import { CompactPage } from './compact-page.tsx'

hydratePage<EventView>((event) => <CompactPage event={event} />)
