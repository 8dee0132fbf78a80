import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import { RefundPage } from './refund-page.tsx'

hydratePage<object>((_view, onLang) => <RefundPage onLang={onLang} />)
