import { printHere } from '../../../platform/export/pdf-worker.ts'
import { renderReport } from './pdf-document.ts'

printHere(renderReport)
