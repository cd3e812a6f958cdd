// The files of the browser's tests share one store: none begins with what another has chosen, such as the language.
localStorage.clear()
sessionStorage.clear()
