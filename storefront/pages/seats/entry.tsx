import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import type { SeatsView } from '../../state/seats-state.ts'
import { SeatsPage } from './seats-page.tsx'

hydratePage<SeatsView>((view, onLang) => <SeatsPage view={view} onLang={onLang} />)
