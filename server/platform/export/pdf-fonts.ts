import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

const fontFile = (weight: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/rubik/${weight}/Rubik_${weight}.ttf`))

/** Registers the font of PDFs. One family has Hebrew, Arabic, Latin and ₪, so a line does not mix fonts. */
export const registerRubik = (): void => {
  Font.register({
    family: 'Rubik',
    fonts: [
      { src: fontFile('400Regular'), fontWeight: 400 },
      { src: fontFile('500Medium'), fontWeight: 500 },
      { src: fontFile('700Bold'), fontWeight: 700 },
      { src: fontFile('800ExtraBold'), fontWeight: 800 },
    ],
  })
  Font.registerHyphenationCallback((unbroken) => [unbroken])
}
