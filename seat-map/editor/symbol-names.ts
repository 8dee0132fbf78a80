import { SYMBOLS, type Shape, type SymbolName } from '../model/document.ts'

/** What a new symbol is called in the hall: a text of its own in each language, which its producer may change. */
export const SYMBOL_NAMES: Readonly<
  Record<SymbolName, { readonly he: string; readonly en: string; readonly ar: string }>
> = {
  stage: { he: 'במה', en: 'Stage', ar: 'المسرح' },
  entrance: { he: 'כניסה', en: 'Entrance', ar: 'مدخل' },
  exit: { he: 'יציאה', en: 'Exit', ar: 'مخرج' },
  toilets: { he: 'שירותים', en: 'Toilets', ar: 'مراحيض' },
  accessible: { he: 'דרך נגישה', en: 'Accessible route', ar: 'مسار مهيّأ' },
  stairs: { he: 'מדרגות', en: 'Stairs', ar: 'درج' },
  lift: { he: 'מעלית', en: 'Lift', ar: 'مصعد' },
  bar: { he: 'בר', en: 'Bar', ar: 'بار' },
  food: { he: 'אוכל', en: 'Food', ar: 'طعام' },
  cloakroom: { he: 'מלתחה', en: 'Cloakroom', ar: 'غرفة المعاطف' },
  shop: { he: 'חנות', en: 'Shop', ar: 'متجر' },
  tickets: { he: 'קופה', en: 'Box office', ar: 'شباك التذاكر' },
  first_aid: { he: 'עזרה ראשונה', en: 'First aid', ar: 'إسعاف أولي' },
  parking: { he: 'חניה', en: 'Parking', ar: 'موقف سيارات' },
  info: { he: 'מודיעין', en: 'Information', ar: 'استعلامات' },
}

/** A symbol with its name in every language. */
export const namedSymbol = (icon: SymbolName): Pick<Shape, 'kind' | 'icon' | 'text' | 'texts'> => {
  const { he, en, ar } = SYMBOL_NAMES[icon]
  return { kind: 'icon', icon, text: he, texts: { en: { text: en }, ar: { text: ar } } }
}

/** Another symbol for a shape: it gets the name of that one, unless its producer wrote one. */
export const withSymbol = (shape: Shape, icon: SymbolName): Shape => {
  const { kind, text, texts } = namedSymbol(icon)
  const isOwn = shape.text !== '' && !SYMBOLS.some((each) => SYMBOL_NAMES[each].he === shape.text)
  return isOwn ? { ...shape, kind, icon } : { ...shape, kind, icon, text, texts }
}
