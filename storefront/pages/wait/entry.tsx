import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import type { WaitView } from '../../state/wait-state.ts'
import { WaitPage } from './wait-page.tsx'

hydratePage<WaitView>((event, onLang) => <WaitPage event={event} onLang={onLang} />)
