import { printHere } from '../../kernel/print-worker.ts'
import { renderReport } from './printed-document.ts'

printHere(renderReport)
