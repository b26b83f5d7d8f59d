/** Returns how to trust the local authority on each system; printed by `--https`. */
export function trustInstructions(file: string): string {
  return `This server's certificate comes from its own authority. Import it once on each device that opens the app:

  ${file}

  Windows   (as administrator)  certutil -addstore -f ROOT "${file}"
  macOS     sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain "${file}"
  Debian    sudo cp "${file}" /usr/local/share/ca-certificates/readroom.crt && sudo update-ca-certificates
            Chromium there keeps its own list (package libnss3-tools):
            certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n readroom -i "${file}"
  Firefox   Settings, Privacy & Security, View Certificates, Authorities, Import; trust it for websites

Keep the folder it lies in to yourself: whoever has authority.key can pretend to be any site for these devices.`
}
