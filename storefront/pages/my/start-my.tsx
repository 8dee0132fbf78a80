import { start } from '../../shared/start.tsx'
import { MyPage } from './my-page.tsx'

export const startMy = (): void => start<object>((_view, onLang) => <MyPage onLang={onLang} />)
