import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import { SeatPreviewPage } from './seat-preview-page.tsx'

hydratePage<object>(() => <SeatPreviewPage />)
