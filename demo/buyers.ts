import type { Dice } from './random.ts'

export interface Buyer {
  readonly name: string
  /** E.164 */
  readonly phone: string
  readonly email: string
  readonly lang: 'he' | 'ar' | 'en'
  readonly consents: boolean
}

type Name = readonly [shown: string, latin: string]
type Names = readonly [Name, ...Name[]]

const namesOf = (text: string): Names => {
  const names = text.split(',').map((pair): Name => {
    const [shown = '', latin = ''] = pair.trim().split('=')
    return [shown, latin]
  })
  return names as unknown as Names
}

const HEBREW_FIRST = namesOf(`
  נועה=noa, יעל=yael, תמר=tamar, מאיה=maya, שירה=shira, רוני=roni, ענבר=inbar, דנה=dana, הילה=hila, אביגיל=avigail,
  עדי=adi, ליאור=lior, גילי=gili, אורלי=orly, סיון=sivan, הדר=hadar, רותם=rotem, טל=tal, שני=shani, אפרת=efrat,
  איתי=itay, יונתן=yonatan, עומר=omer, דניאל=daniel, אורי=uri, נדב=nadav, אסף=asaf, גיא=guy, אלון=alon, עידו=ido,
  יואב=yoav, מתן=matan, רועי=roi, אריאל=ariel, נתן=natan, שי=shay, ברק=barak, אייל=eyal, דור=dor, עמית=amit,
  ולרי=valery, סבטלנה=svetlana, אולגה=olga, איגור=igor, אביבה=aviva, מזל=mazal, שמעון=shimon, רבקה=rivka`)
const HEBREW_LAST = namesOf(`
  כהן=cohen, לוי=levi, מזרחי=mizrahi, פרץ=peretz, ביטון=biton, דהן=dahan, אברהם=avraham, פרידמן=friedman, מלכה=malka,
  אזולאי=azoulay, כץ=katz, יוסף=yosef, דוד=david, עמר=amar, אוחיון=ohayon, חדד=hadad, גבאי=gabay, בן דוד=bendavid,
  אדרי=edri, לוין=levin, טל=tal, קליין=klein, חן=chen, שפירא=shapira, חזן=hazan, משה=moshe, סויסה=swissa,
  בר=bar, גולדברג=goldberg, רוזן=rosen, שגיא=sagi, אלמוג=almog, שחר=shachar, נבון=navon, הררי=harari, זהבי=zahavi,
  ברגמן=bergman, וייס=weiss, אבוטבול=abutbul, סלע=sela, רגב=regev, קורן=koren, לביא=lavi, צור=tzur, ויסמן=weisman`)
const ARABIC_FIRST = namesOf(`
  محمد=mohammad, أحمد=ahmad, ليان=layan, رنا=rana, سامر=samer, هديل=hadeel, يوسف=yousef, مريم=maryam, كريم=karim,
  نور=nour, رامي=rami, دينا=dina, وسيم=wasim, سلمى=salma, إياد=iyad, روان=rawan, فراس=firas, هبة=hiba`)
const ARABIC_LAST = namesOf(`
  خوري=khoury, منصور=mansour, حداد=haddad, زعبي=zoubi, جبارين=jabareen, نصار=nassar, عودة=odeh, شحادة=shehadeh,
  بشارة=bishara, سليمان=suleiman, طه=taha, أبو حمد=abuhamad, مصاروة=masarwa, قاسم=qasem, عيسى=issa, حمدان=hamdan`)
const VISITOR_FIRST = namesOf(
  'Emma=emma, James=james, Sophie=sophie, Lukas=lukas, Anna=anna, Marco=marco, Claire=claire, Ben=ben, Julia=julia, Tom=tom, Elena=elena, David=david',
)
const VISITOR_LAST = namesOf(
  'Miller=miller, Dubois=dubois, Schmidt=schmidt, Rossi=rossi, Carter=carter, Novak=novak, Meyer=meyer, Walsh=walsh, Bennett=bennett, Laurent=laurent, Fischer=fischer, Green=green',
)

type Kind = 'hebrew' | 'arabic' | 'visitor'
const LANGS = { hebrew: 'he', arabic: 'ar', visitor: 'en' } as const
const NAMES: Readonly<Record<Kind, readonly [Names, Names]>> = {
  hebrew: [HEBREW_FIRST, HEBREW_LAST],
  arabic: [ARABIC_FIRST, ARABIC_LAST],
  visitor: [VISITOR_FIRST, VISITOR_LAST],
}

/** Numbers that are never assigned: 555 in Israel, and the ranges that the UK and North America reserve for fiction. */
const phoneOf = (kind: Kind, place: number): string => {
  if (kind !== 'visitor') return `+97250555${1000 + (place % 9000)}`
  return place % 3 === 0
    ? `+1212555${String(100 + (place % 100)).padStart(4, '0')}`
    : `+447700900${100 + (place % 900)}`
}

const REGULARS = 0.16

/** Generates buyers; some of them return. */
export const crowd = (random: Dice): ((kind: Kind) => Buyer) => {
  const buyers: Record<Kind, Buyer[]> = { hebrew: [], arabic: [], visitor: [] }
  let count = 0
  return (kind) => {
    const before = buyers[kind]
    const regular = before[random.whole(0, Math.max(0, before.length - 1))]
    if (regular && random.chance(REGULARS)) return regular
    const [firsts, lasts] = NAMES[kind]
    const [first, firstLatin] = random.pick(firsts)
    const [last, lastLatin] = random.pick(lasts)
    count += 1
    const buyer = {
      name: `${first} ${last}`,
      phone: phoneOf(kind, count * 7),
      email: `${firstLatin}.${lastLatin}${random.chance(0.4) ? random.whole(2, 99) : ''}@example.com`,
      lang: LANGS[kind],
      consents: random.chance(0.34),
    }
    before.push(buyer)
    return buyer
  }
}
