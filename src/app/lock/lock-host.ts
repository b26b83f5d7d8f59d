let host: HTMLElement | undefined

/** The container of the locked screen: a child of the body beside the application, and the only one while it is locked. */
export function lockHost(): HTMLElement {
  host ??= document.createElement('div')
  if (!host.isConnected) document.body.append(host)
  return host
}
