import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import type { ChoiceView } from '../../state/choice-state.ts'
import { ChoicePage } from './choice-page.tsx'

hydratePage<ChoiceView>((view, onLang) => <ChoicePage view={view} onLang={onLang} />)
