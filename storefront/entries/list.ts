// This page is complete without a script: the entry only gathers the styles it needs.
import '../shared/base.css'

export { ListPage } from '../pages/list/list-page.tsx'
