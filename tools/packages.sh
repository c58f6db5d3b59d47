# shellcheck shell=bash
# Sourced by the other scripts: makes sure of the Debian 12 packages that Roofrack is built and tested with.
# Uses no network when they are all there.

packages=(
    build-essential cmake ninja-build lld clang-format-14
    qt6-base-dev qt6-svg-dev libqcustomplot-dev
    libeigen3-dev nlohmann-json3-dev libfmt-dev libcli11-dev libexpected-dev libsimdjson-dev
    zlib1g-dev libisal-dev libarchive-dev libsqlite3-dev libyaml-cpp-dev libtomlplusplus-dev libboost-dev libxlsxwriter-dev libbenchmark-dev
    xvfb xauth openbox xdotool python3-jsonschema protobuf-compiler locales parallel
)

ensure_packages() {
    command -v dpkg-query >/dev/null || return 0 # another distribution: CMake will say what is missing
    local package missing=() as_root=()
    for package in "${packages[@]}"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            echo "Packages are missing. Run once:" >&2
            echo "  sudo apt-get update && sudo apt-get install -y ${missing[*]}" >&2
            exit 2
        fi
        as_root=(sudo -n)
    fi
    echo "Installing ${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# configure PRESET [cmake options…]
configure() {
    ensure_packages
    local preset=$1
    shift
    cmake --preset "$preset" "$@"
}

# build PRESET [cmake options…]
build() {
    configure "$@"
    cmake --build --preset "$1"
}
