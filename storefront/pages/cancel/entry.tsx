import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import { CancelPage } from './cancel-page.tsx'

hydratePage<object>((_view, onLang) => <CancelPage onLang={onLang} />)
