import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import { MyPage } from './my-page.tsx'

hydratePage<object>((_view, onLang) => <MyPage onLang={onLang} />)
