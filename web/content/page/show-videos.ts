/** Replaces the link to each video below `page` with a button; pressing it loads the provider's player. */
export function showVideos(page: Element): void {
  for (const figure of page.querySelectorAll('[data-video]')) {
    const [link, button] = [figure.querySelector('a'), figure.querySelector('button')]
    if (!link || !button?.hidden) continue
    link.hidden = true
    button.hidden = false
    button.addEventListener('click', () => {
      const frame = document.createElement('iframe')
      Object.assign(frame, {
        src: button.dataset.src,
        title: button.dataset.title,
        allow: 'autoplay; fullscreen; picture-in-picture',
        referrerPolicy: 'strict-origin-when-cross-origin',
        className: 'video-frame',
      })
      document.getElementById(button.getAttribute('aria-describedby') ?? '')?.remove()
      button.replaceWith(frame)
      frame.focus()
    })
  }
}
