import { printHere } from '../../../../platform/export/pdf-worker.ts'
import { renderPasses } from './pass-document.ts'

printHere(renderPasses)
