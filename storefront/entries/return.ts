import '../shared/base.css'
import page from '../shared/page.module.css'
import parts from '../shared/parts.module.css'
import { startReturn } from '../pages/return/start-return.ts'

startReturn()

// The page is drawn on the server alone: here only its styles are wanted.
export const styles = [page, parts]
