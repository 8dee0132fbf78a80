import { start } from '../../shared/start.tsx'
import type { WaitView } from '../../state/wait-state.ts'
import { WaitPage } from './wait-page.tsx'

export const startWait = (): void => start<WaitView>((event, onLang) => <WaitPage event={event} onLang={onLang} />)
