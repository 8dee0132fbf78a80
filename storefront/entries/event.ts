import '../shared/base.css'
import { startEvent } from '../pages/event/start-event.tsx'

startEvent()
