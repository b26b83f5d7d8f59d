import { useState } from 'react'
import { usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import { type HeldBanner, useBanner } from '#src/sync/que-display/use-banner.ts'
import classes from './que-display.module.css'

/** The video or picture of the screen; shows the centre's name if there is none or it cannot be played. */
export function Banner({ uid, name }: { uid: string; name: string }) {
  const banner = useBanner(uid)
  const [broken, setBroken] = useState<string>()
  if (!banner || banner.url === broken)
    return (
      <p className={classes.plain} aria-hidden>
        {name}
      </p>
    )
  return <Media key={banner.url} banner={banner} onBroken={() => setBroken(banner.url)} />
}

function Media({ banner: { url, type }, onBroken }: { banner: HeldBanner; onBroken: () => void }) {
  const { queue: words } = usePatientWords()
  if (type === 'image')
    return <img className={classes.media} src={url} alt={words.banner} onError={onBroken} />
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- shown without sound
    <video
      className={classes.media}
      src={url}
      aria-label={words.banner}
      autoPlay
      loop
      muted
      playsInline
      onError={onBroken}
    />
  )
}
