import { printHere } from '../../../kernel/print-worker.ts'
import { renderPasses } from './pass-document.ts'

printHere(renderPasses)
