const SECONDS = 0.7
const notes = [
  { at: 0, hertz: 659.25 },
  { at: 0.14, hertz: 987.77 },
]

/**
 * Plays two soft notes, in one tab of the site only. Browsers play sound only after the guest has interacted
 * with the tab.
 */
export function chime(): void {
  if (!navigator.userActivation?.hasBeenActive) return
  void navigator.locks?.request('chime', { ifAvailable: true }, async (lock) => {
    if (lock) await play()
  })
}

async function play(): Promise<void> {
  const audio = new AudioContext()
  for (const { at, hertz } of notes) {
    const [tone, volume, from] = [audio.createOscillator(), audio.createGain(), audio.currentTime + at]
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, from)
    volume.gain.exponentialRampToValueAtTime(0.12, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + SECONDS - at)
    tone.connect(volume).connect(audio.destination)
    tone.start(from)
    tone.stop(from + SECONDS - at)
  }
  await new Promise((resolve) => {
    setTimeout(resolve, SECONDS * 1_000 + 200)
  })
  await audio.close()
}
