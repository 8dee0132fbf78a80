import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import { ReceiptPage, type ReceiptView } from './receipt-page.tsx'

hydratePage<ReceiptView>((view, onLang) => <ReceiptPage view={view} onLang={onLang} />)
