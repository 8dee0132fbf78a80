// This page is complete without a script: the entry only gathers the styles it needs.
import '../shared/base.css'

export { ExamplePage } from '../pages/embed/example-page.tsx'
