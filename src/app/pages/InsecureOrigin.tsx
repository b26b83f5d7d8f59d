import { SHELL_WORDS as WORDS } from '../words.ts'

/** The only page of an origin that is neither https nor localhost: without styles or data, since neither can load. */
export function InsecureOrigin() {
  return (
    <main style={{ maxWidth: '60ch', margin: '15vh auto', padding: '0 16px', font: '16px/1.5 system-ui' }}>
      <h1>{WORDS.insecureTitle}</h1>
      {WORDS.insecure.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </main>
  )
}
