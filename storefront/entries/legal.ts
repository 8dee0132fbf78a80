// This page is complete without a script: the entry only gathers the styles it needs.
import '../shared/base.css'

export { LegalPage } from '../pages/legal/legal-page.tsx'
