import { useRef, useState } from 'react'

/** Two soft tones. Browsers let a page sound only after it was touched: the switch is that touch. */
export const useBell = () => {
  const audio = useRef<AudioContext>(undefined)
  const [on, setOn] = useState(false)
  const tone = (context: AudioContext, pitch: number, after: number): void => {
    const voice = context.createOscillator()
    const loudness = context.createGain()
    const start = context.currentTime + after
    voice.frequency.value = pitch
    loudness.gain.setValueAtTime(0.0001, start)
    loudness.gain.exponentialRampToValueAtTime(0.2, start + 0.04)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.7)
    voice.connect(loudness).connect(context.destination)
    voice.start(start)
    voice.stop(start + 0.75)
  }
  return {
    on,
    toggle: (): void => {
      audio.current ??= new AudioContext()
      void audio.current.resume()
      setOn(!on)
    },
    ring: (): void => {
      if (!on || !audio.current) return
      tone(audio.current, 660, 0)
      tone(audio.current, 880, 0.22)
    },
  }
}
