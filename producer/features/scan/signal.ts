import { hasSound } from '../../shared/check-in/device.ts'

/** `elsewhere`: valid at another gate or lane. `again`: the code was not read. */
export type Outcome = 'success' | 'fail' | 'elsewhere' | 'again'

const VIBRATIONS: Readonly<Record<Outcome, readonly number[]>> = {
  success: [40],
  fail: [180, 90, 180],
  elsewhere: [40, 60, 180],
  again: [40],
}
const TONES: Readonly<Record<Outcome, readonly { hertz: number; at: number }[]>> = {
  success: [
    { hertz: 880, at: 0 },
    { hertz: 1320, at: 0.1 },
  ],
  fail: [
    { hertz: 220, at: 0 },
    { hertz: 180, at: 0.2 },
  ],
  elsewhere: [{ hertz: 440, at: 0 }],
  again: [],
}
const TONE_SECONDS = 0.14

let audio: AudioContext | undefined

const beep = (outcome: Outcome): void => {
  audio ??= new AudioContext()
  for (const { hertz, at } of TONES[outcome]) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const from = audio.currentTime + at
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.25, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS)
    tone.connect(volume).connect(audio.destination)
    tone.start(from)
    tone.stop(from + TONE_SECONDS)
  }
}

/**
 * Signals the result by vibration and, if enabled, sound: the person at the entrance does not always look at the
 * screen.
 */
export const signalResult = (outcome: Outcome): void => {
  if ('vibrate' in navigator) navigator.vibrate([...VIBRATIONS[outcome]])
  if (!hasSound()) return
  try {
    beep(outcome)
  } catch {
    // a device without sound still scans
  }
}
