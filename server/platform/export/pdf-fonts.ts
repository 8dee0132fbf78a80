import { fileURLToPath } from 'node:url'
import { Font } from '@react-pdf/renderer'

const fontFile = (weight: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/rubik/${weight}/Rubik_${weight}.ttf`))

/** Gives a printing thread its font. One file holds Hebrew, Arabic, Latin and ₪, so no line ever changes its face in the middle. */
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
  Font.registerHyphenationCallback((word) => [word])
}
