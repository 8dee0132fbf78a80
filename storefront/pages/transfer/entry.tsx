import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import type { TransferView } from '../../state/transfer-state.ts'
import { TransferPage } from './transfer-page.tsx'

hydratePage<TransferView>((view, onLang) => <TransferPage view={view} onLang={onLang} />)
